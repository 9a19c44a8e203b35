import Domain
import PostCell

/// The view models of the cells shown last, by post. Unchanged posts reuse theirs. After loading a page, most posts are
/// unchanged.
struct CellViewModelCache {
  /// Everything that a cell depends on.
  struct Input: Equatable {
    var post: Post
    /// As shown. The date itself would not be equal from one second to the next.
    var age: String
    var repliedTo: Profile?
    var reposters: [Profile]
    var query: SearchQuery?
    var isRevealed: Bool
    var keys: PostCellViewModel.KeyNames
    var density: Density
    var isAllOwn: Bool
    var account: AccountMark?
    var images: PostCellViewModel.Images
  }

  private var last: [PostKey: (input: Input, cell: PostCellViewModel)] = [:]
  private var current: [PostKey: (input: Input, cell: PostCellViewModel)] = [:]

  mutating func cell(of input: Input, make: () -> PostCellViewModel) -> PostCellViewModel {
    let key = input.post.key
    if let made = last[key], made.input == input {
      current[key] = made
      return made.cell
    }
    let cell = make()
    current[key] = (input, cell)
    return cell
  }

  /// Removes the cells that have not been used since the last call.
  mutating func removeUnused() {
    (last, current) = (current, [:])
  }
}
