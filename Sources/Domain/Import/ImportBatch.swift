/// Some thousand posts of an import.
public struct ImportBatch: Sendable {
  /// Whose they are; the same in each batch of an archive. Nil where the source does not say; the account is then named
  /// for the file.
  public var owner: Profile?
  /// For people: "X archive".
  public var format: String
  public var items: [ImportItem]
  public var progress: ImportProgress

  public init(owner: Profile?, format: String, items: [ImportItem], progress: ImportProgress) {
    self.owner = owner
    self.format = format
    self.items = items
    self.progress = progress
  }
}
