import NavBase
import NavViewer
import Testing

/// Returns a canvas as an SVG document.
@Suite struct SVGPictureTests {
  private static func svg(_ size: CellSize, _ paint: (inout Canvas) -> Void) -> String {
    var canvas = Canvas(size: size)
    paint(&canvas)
    return canvas.svgLines(.dark).joined(separator: "\n")
  }

  private static let size = CellSize(columns: 6, rows: 1)

  @Test func anEmptyCanvasIsAGround() {
    #expect(
      Self.svg(Self.size) { _ in }
        == ##"<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" "##
        + ##"viewBox="-10 -10 80 40">"## + "\n"
        + ##"<rect x="-10" y="-10" width="80" height="40" fill="#11151a"/>"## + "\n"
        + ##"<g shape-rendering="crispEdges">"## + "\n</g>\n"
        + ##"<g font-family="'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace" "##
        + ##"font-size="16.6px" xml:space="preserve">"## + "\n</g>\n</svg>"
    )
  }

  /// A text at column 1, its style, and its element in the picture.
  private static let texts: [(text: String, look: CellStyle, element: String)] = [
    (
      "ab", .plain,
      ##"<text x="10" y="15" textLength="20" lengthAdjust="spacingAndGlyphs" fill="#d4d7dd">ab</text>"##
    ),
    // Two columns each, at the positions of the cells.
    ("漢字", .plain, ##"<text x="30" y="15" textLength="20""##),
    ("👨‍👩‍👧", .plain, ">👨‍👩‍👧</text>"),
    ("<&\">", .plain, ">&lt;&amp;&quot;&gt;</text>"),
    ("\u{FFFE}", .plain, ">\u{FFFD}</text>"),
    ("a", CellStyle(attributes: .bold), ##"fill="#d4d7dd" font-weight="bold">a<"##),
    ("a", CellStyle(attributes: .italic), ##"font-style="italic">a<"##),
    ("a", CellStyle(attributes: .dim), ##"fill="#86898f">a<"##),
    ("a", CellStyle(attributes: .underline), ##"<path d="M10 17.5h10""##),
    (" ", CellStyle(attributes: .strikethrough), ##"<path d="M10 10.5h10""##),
    (
      "a", CellStyle(attributes: .reverse),
      ##"<rect x="10" y="0" width="10" height="20" fill="#d4d7dd"/>"##
    ),
    ("a", CellStyle(attributes: .reverse), ##"fill="#11151a">a<"##),
    ("a", CellStyle(foreground: Color(palette: 1)), ##"fill="#d1453b">a<"##),
    ("a", CellStyle(foreground: Color(palette: 196)), ##"fill="#ff0000">a<"##),
    (
      "  ", CellStyle(background: Color(RGB(1, 2, 3))),
      ##"width="20" height="20" fill="#010203"/>"##
    ),
    // Lines reach the edges of their cells, in any font.
    (
      "─", .plain, ##"<path d="M10 10H15M15 10h5" fill="none" stroke="#d4d7dd" stroke-width="2"/>"##
    ),
    ("╼", .plain, ##"<path d="M15 10h5" fill="none" stroke="#d4d7dd" stroke-width="4"/>"##),
    ("│", .plain, ##"d="M15 0V10M15 10v10""##),
    ("╭", .plain, ##"d="M15 20V15Q15 10 20 10""##),
    ("▐", .plain, ##"<path d="M15 0H20V20H15z" fill="#d4d7dd"/>"##),
    ("▝", .plain, ##"d="M15 0H20V10H15z""##),
    ("▄", .plain, ##"d="M10 10H20V20H10z""##),
    ("▎", .plain, ##"d="M10 0H12V20H10z""##),
  ]

  @Test(arguments: texts)
  private func text(_ text: String, look: CellStyle, element: String) {
    let svg = Self.svg(Self.size) { $0.write(text, x: 1, look: look) }
    #expect(svg.contains(element), "\(svg)")
  }

  /// A link and its element, if it is safe: a picture does nothing by itself.
  @Test(arguments: [
    ("https://example.org/?a=1&b=2", ##"<a href="https://example.org/?a=1&amp;b=2">"##),
    ("mailto:ada@example.org", ##"<a href="mailto:ada@example.org">"##),
    ("JavaScript:alert(1)", nil), ("data:text/html,x", nil), ("file:///etc/passwd", nil),
  ])
  func links(_ link: String, element: String?) {
    let svg = Self.svg(Self.size) { $0.write("go", x: 1, link: link) }
    #expect(svg.contains("<a ") == (element != nil))
    if let element { #expect(svg.contains(element)) }
  }

  /// Every line and block character up to the shades is drawn or written: none is lost.
  @Test func noLineIsLost() {
    for value in UInt32(0x2500)...0x259F {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let svg = Self.svg(Self.size) { $0.write(String(scalar), x: 1) }
      #expect(svg.contains("<path") != svg.contains(">\(scalar)</text>"), "\(scalar)")
    }
  }
}
