import TestSupport

/// Valid files of all formats.
public enum FuzzFixtures {
  public static let all: [[UInt8]] = FormatFixture.all.flatMap(\.files).map { $0.bytes(.escaped) }
}
