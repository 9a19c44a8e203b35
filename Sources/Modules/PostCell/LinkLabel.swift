import Domain
import TerminalKit

/// An address as a person reads it before it is opened: whatever has to be cut, it is not the host.
@MainActor
public enum LinkLabel {
  /// Beside the host, so much of an address still says something. In cells.
  private static let minWidth = 14
  /// In cells. A notice has little room.
  private static let maxNoticeLength = 48

  /// The address in a sentence; cut only where the real host is said beside it, and should not be pushed out.
  public static func inNotice(_ url: String) -> String {
    guard let address = try? WebAddress(url), address.isDeceptive else { return url }
    return TextLayout.truncate(url, to: maxNoticeLength) + note(address)
  }

  /// The address in one line of so many cells.
  static func fitted(_ url: String, to width: Int) -> String {
    let shown = WebAddress.shown(url)
    guard TextLayout.width(of: shown) > width, let address = try? WebAddress(url) else {
      return TextLayout.truncate(shown, to: width)
    }
    guard address.isDeceptive else { return plain(address, to: width) }
    let room = width - TextLayout.width(of: note(address))
    guard room >= minWidth else { return host(address.host, to: width) }
    return TextLayout.truncate(url, to: room) + note(address)
  }

  /// Scheme, host and as much of the path as there is room for; without the scheme where that leaves none.
  private static func plain(_ address: WebAddress, to width: Int) -> String {
    let end = address.text.firstRange(of: address.host)?.upperBound ?? address.text.endIndex
    if TextLayout.width(of: String(address.text[..<end])) < width {
      return TextLayout.truncate(address.text, to: width)
    }
    let withoutScheme = address.host + address.text[end...]
    if TextLayout.width(of: address.host) < width { return TextLayout.truncate(withoutScheme, to: width) }
    return host(address.host, to: width)
  }

  /// The end of a host says whose it is. All of it is ASCII, a cell to each character.
  private static func host(_ host: String, to width: Int) -> String {
    host.count <= width ? host : "…" + host.suffix(max(0, width - 1))
  }

  private static func note(_ address: WebAddress) -> String { " (\(address.host))" }
}
