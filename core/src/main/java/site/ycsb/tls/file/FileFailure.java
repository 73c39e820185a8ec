package site.ycsb.tls.file;

import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why a file could not be read or written, for people. */
public final class FileFailure {
  private FileFailure() {}

  /**
   * One line. The message of an exception of a file is often the bare name of the file; those of
   * other exceptions are left as they are.
   */
  public static String inWords(Exception e) {
    if (!(e instanceof FileSystemException failure)) {
      return e.getMessage() == null ? e.toString() : e.getMessage();
    }
    String why = reason(failure);
    return failure.getFile() == null || why == null ? e.toString() : failure.getFile() + ": " + why;
  }

  /**
   * Whether it is that the thread was interrupted: channels close then, and their exceptions have
   * no message.
   */
  public static boolean isInterruption(Exception e) {
    return e instanceof ClosedByInterruptException || e instanceof FileLockInterruptionException;
  }

  private static String reason(FileSystemException e) {
    return e instanceof NoSuchFileException
        ? "no such file or folder"
        : e instanceof AccessDeniedException
            ? "permission denied"
            : e instanceof FileAlreadyExistsException
                ? "there is a file of this name already"
                : e instanceof NotDirectoryException
                    ? "it is not a folder"
                    : e instanceof DirectoryNotEmptyException
                        ? "the folder is not empty"
                        : e.getReason();
  }
}
