package site.ycsb.tls.study;

import java.util.List;

/**
 * A published experiment and how it is repeated here.
 *
 * @param name of the file, without its ending
 * @param title of what was published
 * @param citation authors, title, where, year
 * @param did what the authors did
 * @param differs what differs here and why; one entry each
 * @param binding name of the binding that drives the database
 * @param parts at least one
 * @param unchecked conclusions of the authors that are no checks, and why not; one entry each
 */
public record Study(
    String name,
    String title,
    String citation,
    String did,
    List<String> differs,
    String binding,
    List<Part> parts,
    List<String> unchecked) {
  public Study {
    differs = List.copyOf(differs);
    parts = List.copyOf(parts);
    unchecked = List.copyOf(unchecked);
  }
}
