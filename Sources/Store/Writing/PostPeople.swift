/// Who wrote a post and who passed it on, by their numbers.
struct PostPeople: Hashable {
  /// Stands for somebody whom the source does not name.
  static let unnamed: Int64 = -1
  /// Stands where nobody has passed it on.
  static let nobody: Int64 = 0

  var author: Int64?
  var reposter = nobody
}
