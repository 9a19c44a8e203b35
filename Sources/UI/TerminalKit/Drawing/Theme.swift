/// The colours and attributes of all roles. A theme without background uses the terminal's, and is made for either dark
/// or light ones.
public struct Theme: Hashable, Sendable {
  /// A colour of a theme.
  public enum Paint: Hashable, Sendable {
    case rgb(RGB)
    /// One of the terminal's sixteen configurable colours.
    case terminal(Int)
  }

  /// The appearance of a role.
  public struct Appearance: Hashable, Sendable {
    /// nil uses the colour of plain text.
    public var color: Paint?
    /// nil uses the background of the screen or the selection.
    public var background: Paint?
    public var attributes: Style.Attributes

    public init(_ color: Paint? = nil, on background: Paint? = nil, _ attributes: Style.Attributes = []) {
      self.color = color
      self.background = background
      self.attributes = attributes
    }
  }

  /// The name in the settings, for example `high-contrast`.
  public let name: String
  /// Whether the theme is made for light backgrounds.
  public let isLight: Bool
  /// The background of the screen; nil uses the terminal's.
  public var background: Paint?
  /// The appearance of the selected row; its colour replaces that of plain text.
  public var selection: Appearance
  /// Roles without an entry look like plain text.
  public var appearances: [Style.Color: Appearance]

  public init(
    name: String, isLight: Bool = false, background: Paint? = nil, selection: Appearance = Appearance(),
    appearances: [Style.Color: Appearance] = [:]
  ) {
    self.name = name
    self.isLight = isLight
    self.background = background
    self.selection = selection
    self.appearances = appearances
  }

  /// The appearance of a style. Colours that are nil are the terminal's defaults.
  public func appearance(of style: Style) -> Appearance {
    let role = appearances[style.color] ?? Appearance()
    let isSelected = style.background == .selection
    var appearance = role
    if isSelected, style.color == .plain, selection.color != nil { appearance.color = selection.color }
    appearance.color = appearance.color ?? appearances[.plain]?.color
    appearance.background = role.background ?? (isSelected ? selection.background : nil) ?? background
    appearance.attributes.formUnion(style.attributes)
    if isSelected { appearance.attributes.formUnion(selection.attributes) }
    return appearance
  }
}
