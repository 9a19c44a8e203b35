import FoundationEssentials

extension JSONValue {
  /// A moment, as sources write them.
  var date: Date? { string.flatMap(Timestamp.parse) }
}
