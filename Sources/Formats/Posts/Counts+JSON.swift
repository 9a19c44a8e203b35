import Domain

extension Counts {
  /// nil where the source says none of them.
  init?(replies: JSONValue?, reposts: JSONValue?, likes: JSONValue?) {
    self.init(replies: replies?.count, reposts: reposts?.count, likes: likes?.count)
    if self == Counts() { return nil }
  }
}
