/** The styles of public pages; the tests of the console need only its own. */
import "../app/storefront.css";
