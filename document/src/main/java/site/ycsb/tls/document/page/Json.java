package site.ycsb.tls.document.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Values as JSON for a pipe. */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private Json() {}

  /** Indented, ends with a line feed. */
  public static String of(Object value) throws JsonProcessingException {
    return MAPPER.writeValueAsString(value) + "\n";
  }
}
