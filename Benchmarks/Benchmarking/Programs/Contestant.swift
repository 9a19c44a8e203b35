/// A program that timelines can be made for.
protocol Contestant {
  /// As it is called in the table.
  var name: String { get }
  /// A text whose first number with a point is its version. `nil` where it is not installed.
  func version(_ workshop: Workshop) -> String?
  /// Makes its timelines of these lengths, or of as many of them as it can take.
  func subjects(lengths: [Int], _ workshop: Workshop) throws -> [Subject]
}
