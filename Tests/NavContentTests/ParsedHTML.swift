import Foundation
import Testing

/// An HTML file, parsed as strictly as by a validator, as far as the exports use the language.
struct ParsedHTML {
  struct Element {
    var name: String
    var attributes: [String: String] = [:]
    /// The names of its ancestors, from the outermost on.
    var around: [String] = []
    /// Its text, with resolved references.
    var text = ""
  }

  private(set) var elements: [Element] = []
  private(set) var faults: [String] = []

  private static let void: Set = ["meta", "img", "br", "hr"]
  private static let blocks: Set = [
    "p", "div", "section", "main", "header", "footer", "nav", "details", "blockquote", "pre",
    "table", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
  ]
  private static let inlines: Set = [
    "a", "b", "br", "code", "del", "em", "img", "kbd", "li", "span", "strong", "summary", "td",
    "th", "tr", "tbody", "thead", "u",
  ]
  private static let heads: Set = ["html", "head", "body", "meta", "title", "style", "script"]
  /// Elements that contain only text, without references.
  private static let raw: Set = ["style", "script"]

  init(_ html: String) {
    var rest = html[...]
    var open: [Int] = []
    let doctype = "<!DOCTYPE html>\n"
    if rest.hasPrefix(doctype) { rest = rest.dropFirst(doctype.count) } else { fault("no doctype") }
    while let start = rest.firstIndex(of: "<") {
      add(text: rest[..<start], to: open)
      guard let end = rest[start...].firstIndex(of: ">") else {
        fault("a tag has no end")
        return
      }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        close(String(tag.dropFirst()), &open)
        continue
      }
      let element = element(tag, in: open)
      elements.append(element)
      check(element)
      guard !Self.void.contains(element.name) else { continue }
      open.append(elements.count - 1)
      if Self.raw.contains(element.name) {
        guard let place = rest.range(of: "</\(element.name)>") else {
          fault("no end")
          return
        }
        elements[elements.count - 1].text = String(rest[..<place.lowerBound])
        rest = rest[place.lowerBound...]
      }
    }
    if !open.isEmpty { fault("open at the end: \(open.map { elements[$0].name })") }
    checkLinks()
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  func first(id: String) -> Element? { elements.first { $0.attributes["id"] == id } }

  private mutating func fault(_ text: String) { faults.append(text) }

  private mutating func add(text: Substring, to open: [Int]) {
    let words = ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&rsaquo;": "›"]
    var plain = String(text)
    for (name, character) in words { plain = plain.replacingOccurrences(of: name, with: character) }
    if plain.replacingOccurrences(of: "&amp;", with: "").contains("&") {
      fault("a bare &: \(text)")
    }
    plain = plain.replacingOccurrences(of: "&amp;", with: "&")
    for index in open { elements[index].text += plain }
    let isBlank = plain.allSatisfy(\.isWhitespace)
    if !isBlank, let last = open.last, ["ul", "ol", "table", "tr"].contains(elements[last].name) {
      fault("text in \(elements[last].name)")
    }
  }

  private func element(_ tag: Substring, in open: [Int]) -> Element {
    var element = Element(name: String(tag.prefix { !$0.isWhitespace }))
    element.around = open.map { elements[$0].name }
    for match in tag.matches(of: /\s([a-z-]+)="([^"<>]*)"/) {
      element.attributes[String(match.1)] = String(match.2)
    }
    let known = tag.matches(of: /\s[a-z-]+="[^"<>]*"/).reduce(element.name.count) {
      $0 + $1.output.count
    }
    if known != tag.count { element.attributes["?"] = String(tag) }
    return element
  }

  private mutating func close(_ name: String, _ open: inout [Int]) {
    guard let last = open.popLast(), elements[last].name == name else {
      return fault("</\(name)> closes nothing that is open")
    }
  }

  private mutating func check(_ element: Element) {
    let name = element.name
    if !Self.blocks.union(Self.inlines).union(Self.heads).contains(name) { fault("<\(name)>") }
    if let tag = element.attributes["?"] { fault("can't be read: <\(tag)>") }
    for attribute in element.attributes.keys where attribute.hasPrefix("on") || attribute == "style"
    {
      fault("\(name) has \(attribute)")
    }
    let isInText = element.around.contains {
      ["p", "h1", "h2", "h3", "h4", "h5", "h6", "span", "pre", "a"].contains($0)
    }
    if Self.blocks.contains(name), isInText { fault("<\(name)> in \(element.around)") }
    if name == "a", element.around.contains("a") { fault("a link in a link") }
    if name == "li", !["ul", "ol"].contains(element.around.last) { fault("li in no list") }
    if name == "tr", !["thead", "tbody"].contains(element.around.last) { fault("tr in no table") }
    if name == "img", element.attributes["alt"] == nil { fault("img without alt") }
    for address in ["src", "href"].compactMap({ element.attributes[$0] }) {
      let isOwn = address.hasPrefix("#") || name == "img" && address.hasPrefix("data:image/")
      if !isOwn, name != "a" { fault("\(name) fetches \(address)") }
    }
  }

  private mutating func checkLinks() {
    let ids = elements.compactMap { $0.attributes["id"] }
    if Set(ids).count != ids.count { fault("an id is there twice") }
    for element in all("a") {
      guard let address = element.attributes["href"], address.hasPrefix("#") else { continue }
      if !ids.contains(String(address.dropFirst())) { fault("\(address) leads nowhere") }
    }
  }
}
