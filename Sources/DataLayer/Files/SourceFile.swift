#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that is being read, and what a format needs to know besides its text.
struct SourceFile {
  /// For people.
  let path: String
  let shape: FileShape
  /// When it was opened.
  let now: Date
  /// The whole text of a small file in the same folder, by its name; nil where there is none.
  let sibling: (String) -> [UInt8]?
}
