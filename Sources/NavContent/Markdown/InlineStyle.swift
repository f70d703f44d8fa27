import NavBase

/// The style that an HTML tag gives to its text.
struct InlineStyle: Hashable {
  private var attributes: TextAttributes = []
  private var role: TextRole?
  private var foreground: TextColor?
  private var background: TextColor?
  private var link: String?

  /// Nil if the tag has no style.
  init?(_ tag: HTMLTag) {
    switch tag.name {
    case "b", "strong", "mark": attributes = .bold
    case "i", "em", "cite", "var", "dfn": attributes = .italic
    case "u", "ins": attributes = .underline
    case "s", "del", "strike": attributes = .strikethrough
    case "code", "kbd", "samp", "tt": role = .codeSpan
    case "small": role = .muted
    case "font": foreground = tag.attributes["color"].flatMap { TextColor(css: $0) }
    case "span": break
    case "a":
      // Page addresses are valid only in Markdown links.
      guard let address = tag.attributes["href"], TextStyle.page(ofAddress: address) == nil else {
        return nil
      }
      link = LinkAddress.admits(address) ? address : nil
      role = link == nil ? nil : .link
    default: return nil
    }
    let style = cssDeclarations(in: tag.attributes["style"] ?? "")
    foreground = style["color"].flatMap { TextColor(css: $0) } ?? foreground
    background = (style["background-color"] ?? style["background"]).flatMap { TextColor(css: $0) }
    if ["bold", "bolder", "700"].contains(style["font-weight"]) { attributes.insert(.bold) }
    if style["font-style"] == "italic" { attributes.insert(.italic) }
    if style["text-decoration"] == "underline" { attributes.insert(.underline) }
    if style["text-decoration"] == "line-through" { attributes.insert(.strikethrough) }
  }

  func apply(to style: inout TextStyle) {
    style.attributes.formUnion(attributes)
    if let role { style.role = role }
    if let foreground { style.foreground = foreground }
    if let background { style.background = background }
    if let link { style.link = link }
  }
}

/// Returns the values of the properties in a `style` attribute, as written, by the names in lower case.
func cssDeclarations(in text: String) -> [String: String] {
  text.split(separator: ";").reduce(into: [:]) { values, declaration in
    let pair = declaration.split(separator: ":", maxSplits: 1).map { $0.trimmingBlanks() }
    if pair.count == 2 { values[pair[0].lowercased()] = pair[1] }
  }
}

/// Returns a number as superscript digits.
func superscript(_ number: Int) -> String {
  let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
  return String(String(number).compactMap { $0.wholeNumberValue.map { digits[$0] } })
}

/// Returns a superscript or a subscript as Unicode characters; as `^(...)` or `_(...)` if one of them doesn't exist.
func scriptText(_ text: String, isRaised: Bool) -> String {
  exactScript(text, isRaised: isRaised) ?? (isRaised ? "^(" : "_(") + text + ")"
}

/// Returns a superscript or a subscript as Unicode characters; nil if one of them doesn't exist.
func exactScript(_ text: String, isRaised: Bool) -> String? {
  let characters = isRaised ? superscripts : subscripts
  let changed = text.map { characters[$0] }
  return changed.contains(nil) ? nil : String(changed.compactMap(\.self))
}

private let superscripts = Dictionary(
  uniqueKeysWithValues: zip(
    "0123456789+-−=() abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθ∘′",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿ°′"
  )
)

private let subscripts = Dictionary(
  uniqueKeysWithValues: zip(
    "0123456789+-−=() aehijklmnoprstuvxβγρφχ",
    "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ"
  )
)
