/// What a server says instead of a timeline: `{"error": …}`, `{"errors": [{"message": …}]}`, or a problem `{"title": …,
/// "detail": …, "type": …, "status": …}` (RFC 9457).
enum ErrorDocument {
  /// Its own words; nil where the file is no such document.
  static func message(in reader: inout JSONReader, shape: FileShape) -> String? {
    guard shape.top == .object, shape.has(anyOf: "error", "errors") || isProblem(shape) else { return nil }
    guard let document = try? reader.readValue() else { return nil }
    if let error = document["error"] {
      return words(of: document) ?? words(of: error) ?? error.text
    }
    let errors = document["errors"]?.elements.compactMap { words(of: $0) ?? $0.text } ?? []
    if errors.isEmpty { return isProblem(shape) ? words(of: document) : document["errors"]?.text }
    // The errors say better than the detail beside them what is wrong.
    let message = (errors.dropLast().map(\.withoutFullStop) + errors.suffix(1)).joined(separator: "; ")
    guard let title = document["title"]?.text, !message.hasPrefix(title) else { return message }
    return "\(title): \(message)"
  }

  private static func isProblem(_ shape: FileShape) -> Bool {
    shape.has(allOf: "title", "detail") || shape.has(allOf: "title", "type", "status")
  }

  private static func words(of error: JSONValue) -> String? {
    for key in ["message", "error_description"] {
      if let text = error[key]?.text { return text }
    }
    let detail = error["detail"]?.text
    guard let title = error["title"]?.text else { return detail }
    guard let detail, detail != title else { return title }
    return "\(title): \(detail)"
  }
}
