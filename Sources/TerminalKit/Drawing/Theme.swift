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
  public struct Look: Hashable, Sendable {
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
  public var selection: Look
  /// Roles without an entry look like plain text.
  public var looks: [Style.Color: Look]

  public init(
    name: String, isLight: Bool = false, background: Paint? = nil, selection: Look = Look(),
    looks: [Style.Color: Look] = [:]
  ) {
    self.name = name
    self.isLight = isLight
    self.background = background
    self.selection = selection
    self.looks = looks
  }

  /// The appearance of a style. Colours that are nil are the terminal's defaults.
  public func look(of style: Style) -> Look {
    let role = looks[style.color] ?? Look()
    let isSelected = style.background == .selection
    var look = role
    if isSelected, style.color == .plain, selection.color != nil { look.color = selection.color }
    look.color = look.color ?? looks[.plain]?.color
    look.background = role.background ?? (isSelected ? selection.background : nil) ?? background
    look.attributes.formUnion(style.attributes)
    if isSelected { look.attributes.formUnion(selection.attributes) }
    return look
  }
}
