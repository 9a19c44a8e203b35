/// The post or profile that a server found at an address.
public enum FoundAddress: Hashable, Sendable {
  case post(Post)
  case profile(Profile)
}
