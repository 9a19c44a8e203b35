import TestSupport

/// Good files of every format.
public enum FuzzFixtures {
  public static let all: [[UInt8]] = FormatFixture.all.flatMap(\.files).map { $0.bytes(.escaped) }
}
