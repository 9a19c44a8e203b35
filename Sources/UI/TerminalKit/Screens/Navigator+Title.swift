extension Navigator {
  /// The window title: "Home · @ada@demo · Tern". May contain untrusted text, so it must be sanitized before it is
  /// sent.
  public func windowTitle(program: String) -> String {
    // A sidebar without title uses that of the list.
    let header = top?.header.map { $0.title.isEmpty ? screens.first?.header ?? $0 : $0 }
    let parts = header.map { [$0.title, $0.label] } ?? [top?.title ?? ""]
    return (parts + [program]).filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

extension ScreenHeader {
  /// "Post by Grace Hopper", or the name of the selected tab.
  fileprivate var title: String {
    if let search { return search.title }
    return switch content {
    case .title(let title): title
    case .tabs(let tabs, let selected, _): tabs.indices.contains(selected) ? tabs[selected].name : ""
    }
  }
}
