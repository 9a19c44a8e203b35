import Domain
import TerminalKit

/// Shortens the addresses of links for display before they are opened. The host is never cut.
@MainActor
public enum LinkLabel {
  /// The minimum width for an address next to its host, in cells.
  private static let minWidth = 14
  /// The maximum width of an address in a notice, in cells.
  private static let maxNoticeLength = 48

  /// The address in a sentence. Only a deceptive address is cut, because its real host follows and must stay visible.
  public static func inNotice(_ url: String) -> String {
    guard let address = try? WebAddress(url), address.isDeceptive else { return url }
    return TextLayout.truncate(url, to: maxNoticeLength) + hostSuffix(address)
  }

  /// The title of a link that opens in Tern, in one line of at most `width` cells.
  /// - Parameter title: possibly ends with the address.
  static func fitted(_ title: String, of url: String, to width: Int) -> String {
    let shown = WebAddress.displayText(url)
    guard title.hasSuffix(shown) else { return TextLayout.truncate(title, to: width) }
    let words = String(title.dropLast(shown.count))
    return words + fitted(url, to: max(1, width - TextLayout.width(of: words)))
  }

  /// The address in one line of at most `width` cells.
  static func fitted(_ url: String, to width: Int) -> String {
    let shown = WebAddress.displayText(url)
    guard TextLayout.width(of: shown) > width, let address = try? WebAddress(url) else {
      return TextLayout.truncate(shown, to: width)
    }
    guard address.isDeceptive else { return plain(address, to: width) }
    let available = width - TextLayout.width(of: hostSuffix(address))
    guard available >= minWidth else { return host(address.host, to: width) }
    return TextLayout.truncate(url, to: available) + hostSuffix(address)
  }

  /// Scheme, host and as much of the path as fits. The scheme is dropped if the host would not fit otherwise.
  private static func plain(_ address: WebAddress, to width: Int) -> String {
    let end = address.text.firstRange(of: address.host)?.upperBound ?? address.text.endIndex
    if TextLayout.width(of: String(address.text[..<end])) < width {
      return TextLayout.truncate(address.text, to: width)
    }
    let withoutScheme = address.host + address.text[end...]
    if TextLayout.width(of: address.host) < width { return TextLayout.truncate(withoutScheme, to: width) }
    return host(address.host, to: width)
  }

  /// Cuts a host at its start, because its end identifies the owner. Hosts are ASCII, one cell per character.
  private static func host(_ host: String, to width: Int) -> String {
    host.count <= width ? host : "…" + host.suffix(max(0, width - 1))
  }

  private static func hostSuffix(_ address: WebAddress) -> String { " (\(address.host))" }
}
