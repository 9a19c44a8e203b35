import StoreSupport
import Testing

/// Checks that a store is consistent.
func expectConsistentStore(
  _ directory: String, _ note: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let problems = try StoreCheck(directory: directory).problems()
  #expect(problems == [], note, sourceLocation: sourceLocation)
}
