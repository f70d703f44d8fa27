import Testing

@Suite("No name of the pure engine occurs in Sources only where it is declared")
struct UnusedMemberTests {
  /// The number of times that each identifier occurs in the code below `Sources`.
  private static let occurrences = Result {
    var counts: [String: Int] = [:]
    for file in try Repository.files(below: "Sources", endings: ["swift"]) {
      for line in UnusedMemberTests.code(of: try Repository.text(file)) {
        for word in line.utf8.split(whereSeparator: { !UnusedMemberTests.isPartOfName($0) }) {
          counts[String(Substring(word)), default: 0] += 1
        }
      }
    }
    return counts
  }

  @Test(
    "the name of each package declaration occurs again in Sources",
    arguments: ["NavBase/Constraints", "NavBase/Text", "NavEngine/Layout", "NavViewer/Canvas"]
  )
  func members(folder: String) throws {
    let occurrences = try Self.occurrences.get()
    let declaration =
      /^ *package (?:(?:internal|private)\(set\) )?(?:static |mutating |consuming |indirect )*(?:func|var|let|struct|class|enum|protocol|typealias) (\w+)/
    var names = 0
    for file in try Repository.files(below: "Sources/\(folder)", endings: ["swift"]) {
      for line in Self.code(of: try Repository.text(file)) where line.contains("package ") {
        guard let name = line.firstMatch(of: declaration)?.1 else { continue }
        names += 1
        if occurrences[String(name)] == 1 {
          Issue.record("\(file): nothing else in Sources names \(name): use it, or delete it")
        }
      }
    }
    #expect(names > 20, "the declarations are not understood")
  }

  private static func code(of text: String) -> [Substring] {
    text.split(separator: "\n").filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
