import Domain

extension PixelSize {
  /// The keys `width` and `height`, or `w` and `h` as in X's archives; nil if one is missing or invalid.
  package init?(_ value: JSONValue) {
    self.init(
      reportedWidth: (value["width"] ?? value["w"])?.int, height: (value["height"] ?? value["h"])?.int)
  }
}
