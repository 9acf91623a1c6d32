/** A storage with an S3 API. */
export type S3Config = {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  /** Undefined for the credentials of the machine's role or of a profile. */
  credentials?:
    | { accessKeyId: string; secretAccessKey: string; sessionToken: string | undefined }
    | undefined;
};

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Parses `s3://bucket?region=…&endpoint=…`. Returns null for any other text. The default region is us-east-1, as in most compatible storages. */
export function readS3Url(value: string): S3Config | null {
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  const endpoint = url.searchParams.get("endpoint") ?? undefined;
  const known = [...url.searchParams.keys()].every((name) => name === "region" || name === "endpoint");
  const plain = url.username === "" && url.password === "" && url.port === "" && /^\/?$/.test(url.pathname);
  if (url.protocol !== "s3:" || !BUCKET.test(url.hostname) || !known || !plain) return null;
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    return null;
  return { bucket: url.hostname, region: url.searchParams.get("region") || "us-east-1", endpoint };
}
