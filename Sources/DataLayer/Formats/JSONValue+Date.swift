#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONValue {
  /// A moment, as sources write them.
  var date: Date? { string.flatMap(Timestamp.parse) }
}
