import { expect, test } from "vitest";
import { readS3Url } from "./s3-url.ts";

test("parses a bucket with a region and an endpoint", () => {
  expect(readS3Url("s3://tessera-files?region=eu-central-1")).toEqual({
    bucket: "tessera-files",
    region: "eu-central-1",
    endpoint: undefined,
  });
  expect(readS3Url("s3://files?endpoint=https%3A%2F%2Fminio.example%3A9000")).toEqual({
    bucket: "files",
    region: "us-east-1",
    endpoint: "https://minio.example:9000",
  });
  expect(readS3Url("s3://files?region=auto&endpoint=http://127.0.0.1:9000")?.endpoint).toBe(
    "http://127.0.0.1:9000",
  );
});

test.each([
  "files",
  "https://files.example",
  "s3://",
  "s3://B",
  "s3://files/prefix",
  "s3://key:secret@files",
  "s3://files?endpoint=minio",
  "s3://files?endpoint=ftp://minio",
  "s3://files?regoin=eu-central-1",
])("rejects %s, which is no URL of a bucket", (value) => {
  expect(readS3Url(value)).toBeNull();
});
