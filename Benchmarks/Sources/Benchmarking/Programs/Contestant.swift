/// A program to measure, for which timelines can be generated.
protocol Contestant {
  /// The name in the table.
  var name: String { get }
  /// A text whose first number with a point is the version. nil if not installed.
  func version(_ workshop: Workshop) -> String?
  /// Generates timelines of these lengths, or of those that the program supports.
  func subjects(lengths: [Int], _ workshop: Workshop) throws -> [Subject]
}
