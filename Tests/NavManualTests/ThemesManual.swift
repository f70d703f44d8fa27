import NavBase

@testable import NavViewer

/// The section of the page about themes that is generated from their table.
enum ThemesManual {
  static let parts: [String: ManualPart] = [
    "themes": { page in
      for (name, theme) in Theme.builtIn { add(theme, named: name, to: &page) }
    }
  ]

  private static func add(_ theme: Theme, named name: String, to page: inout Manual) {
    let isLight = theme.appearance == .light
    let paper = theme[.page].ground?.rgb ?? RGB(hex: isLight ? 0xFFFFFF : 0)
    page.subsection(name)
    page.paragraph(
      theme[.page].ground == nil
        ? "The ground is that of a \(isLight ? "light" : "dark") terminal, here \(hex(paper))."
        : "The ground is \(hex(paper))."
    )
    // The parts with the same colours are one entry, at the place of the first of them.
    var entries: [(colors: String, parts: [String])] = []
    for part in ThemePart.allCases where part != .page {
      let paint = theme[part]
      let (ink, ground) = ((paint.ink ?? theme[.page].ink)?.rgb ?? theme.ink, paint.ground?.rgb)
      let tenths = Int(ink.contrast(with: ground ?? paper) * 10)
      let place = ground.map { " on \(hex($0))" } ?? ""
      let colors = "\(hex(ink))\(place): \(tenths / 10).\(tenths % 10)"
      if let index = entries.firstIndex(where: { $0.colors == colors }) {
        entries[index].parts.append(part.name)
      } else {
        entries.append((colors, [part.name]))
      }
    }
    for entry in entries { page.item(entry.colors, DeckManual.listed(entry.parts) + ".") }
  }

  private static func hex(_ color: RGB) -> String {
    let number = Int(color.red) << 16 | Int(color.green) << 8 | Int(color.blue)
    let digits = String(number, radix: 16, uppercase: true)
    return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }
}
