/// What a server says instead of a timeline: `{"error": …}`, `{"errors": [{"message": …}]}`.
enum ErrorDocument {
  /// Its own words; nil where the file is no such document.
  static func message(in reader: inout JSONReader, shape: FileShape) -> String? {
    guard shape.top == .object, shape.has(anyOf: "error", "errors") else { return nil }
    guard let document = try? reader.readValue() else { return nil }
    if let error = document["error"] {
      return words(of: document) ?? words(of: error) ?? error.text
    }
    let errors = document["errors"]?.elements.compactMap { words(of: $0) ?? $0.text } ?? []
    return errors.isEmpty ? nil : errors.joined(separator: "; ")
  }

  private static func words(of error: JSONValue) -> String? {
    for key in ["message", "error_description", "detail", "title"] {
      if let text = error[key]?.text { return text }
    }
    return nil
  }
}
