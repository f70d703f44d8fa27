import NavBase

extension HTMLSection {
  /// Adds the runs of a text, escaped.
  mutating func add(_ text: StyledText, keepingTabs: Bool = false) {
    text.runs.forEachPart(of: text.text) { add(String($0), $1, keepingTabs: keepingTabs) }
  }

  private mutating func add(_ text: String, _ style: TextStyle, keepingTabs: Bool) {
    guard !text.isEmpty else { return }
    if let picture = style.link.flatMap(PictureAddress.init(link:)) {
      return add(picture, text, style)
    }
    var html = keepingTabs ? text.htmlEscaped(keeping: .tabs) : text.htmlLines
    for (attribute, name) in TextStyle.elements where style.attributes.contains(attribute) {
      html = "<\(name)>\(html)</\(name)>"
    }
    if style.role == .codeSpan { html = "<code>\(html)</code>" }
    let names = classes(of: style)
    if !names.isEmpty { html = "<span class=\"\(names.joined(separator: " "))\">\(html)</span>" }
    if let key = style.page {
      let number = resources.number(of: key, group: group)
      return write(number.map { "<a href=\"#\(kind)-\($0)\">\(html)</a>" } ?? html)
    }
    if let address = style.link.flatMap(TextStyle.safeAddress) {
      html = "<a href=\"\(address.htmlEscaped)\" rel=\"noreferrer\">\(html)</a>"
    }
    write(html)
  }

  /// Adds a picture, or its description if it can't be embedded.
  private mutating func add(_ picture: PictureAddress, _ text: String, _ style: TextStyle) {
    let (path, root) = (picture.path, picture.root)
    guard let source = resources.pictures.source(of: path, beneath: root, named: text) else {
      var plain = style
      plain.link = nil
      return add(text, plain, keepingTabs: false)
    }
    let (alternative, size) = picture.described
    let share: String
    switch size {
    case .width(.percent(let width)):
      share = " class=\"\(resources.rule("wide-\(width)", "width: \(width)%"))\""
    case .width(.pixels(let width)):
      share = " class=\"\(resources.rule("wide-\(width)px", "width: \(width)px"))\""
    case .height(let height):
      share = " class=\"\(resources.rule("high-\(height)px", "height: \(height)px"))\""
    case nil: share = ""
    }
    write("<img\(share) src=\"\(source)\" alt=\"\(alternative.htmlEscaped)\">")
  }

  /// Returns the classes of a style; empty if it looks like the surrounding text.
  private mutating func classes(of style: TextStyle) -> [String] {
    var names = [style.role.className].compactMap(\.self)
    if style.attributes.contains(.dim) { names.append("dim") }
    if style.attributes.contains(.inverse) { names.append("inverse") }
    if let ink = style.foreground {
      names.append(ink.paletteName ?? resources.rule("ink-\(ink.hex)", "color: #\(ink.hex)"))
    }
    if let ground = style.background {
      let name = "ground-\(ground.hex)"
      names.append(resources.rule(name, "background: #\(ground.hex)"))
    }
    return names
  }
}

extension TextStyle {
  fileprivate static let elements: [(TextAttributes, String)] = [
    (.bold, "strong"), (.italic, "em"), (.underline, "u"), (.strikethrough, "del"),
  ]

  /// Returns an address that can't run a script: http, https, mailto or relative; nil for any other.
  fileprivate static func safeAddress(_ link: String) -> String? {
    let name = link.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
    guard name.endIndex < link.endIndex, link[name.endIndex] == ":" else { return link }
    return ["http", "https", "mailto"].contains(name.lowercased()) ? link : nil
  }
}

extension TextRole {
  /// The class of the role; nil if it looks like the surrounding text.
  fileprivate var className: String? {
    switch self {
    case .codeComment: "comment"
    case .codeKeyword: "keyword"
    case .codeString: "string"
    case .codeNumber: "number"
    case .codeType: "type"
    case .codeName: "name"
    case .codeMeta: "meta"
    case .diffAdded: "added"
    case .diffRemoved: "removed"
    case .diffHunk: "hunk"
    case .muted, .lineNumber: "muted"
    case .error: "error"
    case .plain, .heading1, .heading2, .heading3, .headingRule, .link, .codeSpan, .codeBlock,
      .quote, .quoteBar, .listMarker, .tableHeader, .tableRule, .rule, .taskDone, .taskOpen,
      .branch, .alertNote, .alertTip, .alertImportant, .alertWarning, .alertCaution:
      nil
    }
  }
}

extension TextColor {
  /// The class of one of the first 16 colours, with bright and normal colours alike; nil for any other colour.
  fileprivate var paletteName: String? {
    guard case .indexed(let index) = self, index < 16 else { return nil }
    return "ansi-\(index % 8)"
  }

  /// Six hexadecimal digits, by xterm's palette of 256 colours.
  fileprivate var hex: String {
    let channels: [UInt8]
    switch self {
    case .rgb(let red, let green, let blue): channels = [red, green, blue]
    case .indexed(let index) where index >= 232:
      channels = Array(repeating: 8 + (index - 232) * 10, count: 3)
    case .indexed(let index) where index >= 16:
      let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
      let place = Int(index) - 16
      channels = [place / 36, place / 6 % 6, place % 6].map { steps[$0] }
    case .indexed(let index):
      let strength: UInt8 = index == 8 ? 127 : index > 8 ? 255 : index == 7 ? 229 : 205
      channels = (0..<3).map { index == 8 || index & 1 << $0 != 0 ? strength : 0 }
    }
    return channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
