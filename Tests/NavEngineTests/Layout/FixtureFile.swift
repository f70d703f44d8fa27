import Foundation
import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

/// A table of expectations: one JSON object per line.
///
/// Read from the folder that `NAV_FIXTURES` names, else from the project's own copy.
struct FixtureFile<Line: Decodable> {
  /// The lines with their numbers, from 1.
  let numbered: [(number: Int, line: Line)]

  /// Reads the file of that name, without its `.jsonl`; of a file with lines of several kinds only those of one kind.
  ///
  /// - Throws: if there are none, too.
  init(_ name: String, kind: String? = nil, besides file: String = #filePath) throws {
    let own = URL(fileURLWithPath: file).deletingLastPathComponent()
      .appendingPathComponent("Fixtures")
    let named = ProcessInfo.processInfo.environment["NAV_FIXTURES"].map {
      URL(fileURLWithPath: $0)
    }
    let text = try Data(contentsOf: (named ?? own).appendingPathComponent(name + ".jsonl"))
    let decoder = JSONDecoder()
    numbered = try text.split(separator: UInt8(ascii: "\n")).enumerated().compactMap {
      index,
      bytes in
      let data = Data(bytes)
      if let kind, try decoder.decode(KindOfLine.self, from: data).kind != kind { return nil }
      return (index + 1, try decoder.decode(Line.self, from: data))
    }
    try #require(!numbered.isEmpty)
  }
}

private struct KindOfLine: Decodable {
  let kind: String
}

/// A page's expected frame.
struct ExpectedFrame: Decodable {
  let x: Double
  let width: Double
  let hidden: Bool
  let overlay: Double

  func matches(_ frame: StackFrame) -> Bool {
    isNear(frame.x, x) && isNear(frame.width, width) && frame.isHidden == hidden
      && isNear(frame.overlay, overlay)
  }
}

/// Returns whether two lengths are equal to 1e-9.
func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-9 }

func areNear(_ a: [Double], _ b: [Double]) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy(isNear)
}

extension StackPageSize: Decodable {
  package init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(String.self) {
    case "half": self = .half
    case "full": self = .full
    case let name: throw UnknownName(name: name)
    }
  }
}

extension StackPosition: Decodable {
  package init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(String.self) {
    case "left": self = .left
    case "right": self = .right
    case let name: throw UnknownName(name: name)
    }
  }
}

/// A table contains an unknown name.
struct UnknownName: Error {
  let name: String
}

/// The containers of pages by their names in the tables: a page that comes back after a pop is a new one (D-16).
struct FixtureNames {
  private var names: [ContainerID: String] = [:]

  func name(of id: ContainerID) -> String { names[id] ?? "none" }

  /// Returns the container of a page in a stack; for any other name an unused one.
  func id(_ name: String, in pages: StackPages) -> ContainerID {
    pages.first { names[$0.id] == name }?.id ?? StackLayout.pageID(-1)
  }

  /// Returns the page of that name in a stack, else a new one.
  mutating func page(
    _ name: String,
    _ size: StackPageSize,
    in pages: StackPages
  ) -> StackPage {
    if let page = pages.first(where: { names[$0.id] == name }) { return page }
    let id = StackLayout.pageID(names.count)
    names[id] = name
    return StackPage(id: id, size: size)
  }
}
