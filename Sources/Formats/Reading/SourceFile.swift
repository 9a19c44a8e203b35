import Domain
import FoundationEssentials

/// A file that is being read, and what a format needs to know besides its text.
final class SourceFile {
  let shape: FileShape
  /// When it was opened.
  let now: Date

  private let sibling: (String) -> [UInt8]?
  private var made: [String: Any] = [:]

  /// - Parameter sibling: gives the whole text of a small file in the same folder by its name; nil where there is none.
  init(shape: FileShape, now: Date, sibling: @escaping (String) -> [UInt8]?) {
    self.shape = shape
    self.now = now
    self.sibling = sibling
  }

  /// What a format makes of a small file in the same folder. It is read and made but once.
  /// - Parameters:
  ///   - name: of the file.
  ///   - make: nil where there is nothing in it that it is looked for.
  func beside<Made>(_ name: String, _ make: (JSONValue) -> Made?) -> Made? {
    if let known = made[name] { return known as? Made }
    let value = sibling(name).flatMap(JSONValue.init(file:)).flatMap(make)
    made[name] = value as Any
    return value
  }
}
