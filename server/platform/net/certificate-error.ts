const CERTIFICATE =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/** Returns true for Node's code of a certificate that is not accepted. */
export const isCertificateError = (code: string | undefined): boolean => CERTIFICATE.test(code ?? "");
