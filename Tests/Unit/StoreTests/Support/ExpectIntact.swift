import StoreSupport
import Testing

/// Expects that a store satisfies all invariants.
func expectIntact(
  _ directory: String, _ note: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let problems = try StoreCheck(directory: directory).problems()
  #expect(problems == [], note, sourceLocation: sourceLocation)
}
