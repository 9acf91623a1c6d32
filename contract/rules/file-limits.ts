/** The files of one product. */
export const MAX_PRODUCT_FILES = 30;
/** The length of a file's name. */
export const MAX_FILE_NAME = 200;
