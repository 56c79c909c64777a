import com.adobe.epubcheck.tool.EpubChecker;

/** Has epubcheck look at several books in one process: what it reads before the first book serves all others. */
public class CheckBooks {
    public static void main(String[] paths) {
        // Some of its lines go to the one stream, some to the other; one after the other they belong to a book.
        System.setErr(System.out);
        for (String path : paths) {
            System.out.println("BOOK " + path);
            new EpubChecker().run(new String[] {path});
        }
    }
}
