/// When pictures are downloaded for lists of posts, as configured by the user.
public enum PictureFetching: String, Hashable, Sendable, CaseIterable {
  /// Never. Lists show descriptions only.
  case never
  /// When the user downloads one. Lists show the pictures that are stored.
  case ask
  /// When a picture is on the screen.
  case auto
}
