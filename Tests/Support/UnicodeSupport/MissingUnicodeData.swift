/// The Unicode Character Database is not installed.
public struct MissingUnicodeData: Error, CustomStringConvertible {
  public var path: String

  public var description: String { "\(path) is not there: install the package unicode-data (`make test` does)" }
}
