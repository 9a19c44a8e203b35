import StoreSupport
import Testing

/// Expects of a store that nothing in it is half, too much or too little.
func expectWhole(
  _ directory: String, _ note: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let problems = try StoreCheck(directory: directory).problems()
  #expect(problems == [], note, sourceLocation: sourceLocation)
}
