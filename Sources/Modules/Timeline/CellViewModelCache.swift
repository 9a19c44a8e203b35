import Domain
import PostCell

/// The cells of the posts that stood last. Of a post of which nothing is another, there is no cell to be made: when a page
/// comes, those that stand already are most of them.
struct CellViewModelCache {
  /// All that a cell says comes of this.
  struct Origin: Equatable {
    var post: Post
    /// As the cell words it: the moment itself would be another each time.
    var age: String
    var answered: Profile?
    var query: SearchQuery?
    var isRevealed: Bool
    var keys: PostCellViewModel.KeyNames
    var density: Density
    var isAllOwn: Bool
    var foundIn: String?
  }

  private var last: [PostKey: (origin: Origin, cell: PostCellViewModel)] = [:]
  private var standing: [PostKey: (origin: Origin, cell: PostCellViewModel)] = [:]

  mutating func cell(of origin: Origin, make: () -> PostCellViewModel) -> PostCellViewModel {
    let key = origin.post.key
    if let made = last[key], made.origin == origin {
      standing[key] = made
      return made.cell
    }
    let cell = make()
    standing[key] = (origin, cell)
    return cell
  }

  /// All cells have been asked for. What was not is forgotten.
  mutating func end() {
    (last, standing) = (standing, [:])
  }
}
