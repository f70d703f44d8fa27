import Foundation
import NavBase
import NavContent
import NavEngine
import NavHost
import NavTestKit
import NavWire
import Testing

@Suite("Finding: results of workers below the content of a session")
struct FindingTests {
  private func directory(_ files: [String: String]) throws -> String {
    let root = try makeTemporaryDirectory("find")
    for (file, text) in files {
      let path = root + "/" + file
      let folder = (path as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    return root
  }

  /// Returns the results after everything was searched.
  private func find(
    _ words: String,
    in content: ContentSpec,
    by reader: ContentReader
  ) throws -> FoundPlaces {
    let session = Session(try reader.read(content, for: 1))
    let scope = try session.findScope()
    let client = Client(seed: 1).id.bytes
    return try eventually(
      "all is looked at",
      get: {
        let found = reader.find(words, in: scope, for: 1, client: client)
        return found.isDone ? found : nil
      }
    )
  }

  @Test("files of a directory, by their names")
  func files() throws {
    let root = try directory(["a/list.md": "", "b.md": "", "list/c.md": ""])
    defer { try? FileManager.default.removeItem(atPath: root) }
    let reader = ContentReader()
    defer { reader.close(1) }
    let found = try find("list", in: .tree(path: root), by: reader)
    #expect(found.kind == .files && found.looked == 3)
    #expect(found.places.map(\.label) == ["a/list.md", "list/c.md"])
    #expect(found.places[0].visit == Visit([Array("a".utf8), Array("list.md".utf8)]))
    #expect(found.places[0].marks == [2..<6])
  }

  @Test("words of a book in the order of its chapters, each match with its location")
  func book() throws {
    let root = try directory([
      "SUMMARY.md": "# Summary\n\n- [One](one.md)\n- [Two](two.md)\n",
      "one.md": "# One\n\nAn apple, and no pear.\n\nAnother Apple here.\n",
      "two.md": "# Two\n\nNothing of it.\n\n- the last apple\n",
      "stray.md": "apple",
    ])
    defer { try? FileManager.default.removeItem(atPath: root) }
    let reader = ContentReader()
    defer { reader.close(1) }
    let found = try find("apple", in: .docs(path: root), by: reader)
    #expect(found.kind == .chapters && found.count == 3 && !found.isCut)
    #expect(found.looked == 2 && found.whole == 2)
    #expect(
      found.places.map(\.label) == [
        "An apple, and no pear.", "Another Apple here.", "the last apple",
      ]
    )
    #expect(found.places.map(\.detail) == ["One", "One", "Two"])
    #expect(found.places.map(\.visit.match) == [0, 1, 0])
    for place in found.places {
      let bytes = Array(place.label.utf8)[try #require(place.marks.first)]
      #expect(String(decoding: bytes, as: UTF8.self).lowercased() == "apple")
    }
    #expect(try find("nowhere", in: .docs(path: root), by: reader).places.isEmpty)
  }

  @Test("words of a document: keys and values at any depth, and in long texts")
  func document() throws {
    let long = String(repeating: "words ", count: 200) + "needle"
    let root = try directory([
      "x.json": #"{"a":[1,{"needle":true}],"b":{"c":"a needle"},"d":"\#(long)"}"#
    ])
    defer { try? FileManager.default.removeItem(atPath: root) }
    let reader = ContentReader()
    defer { reader.close(1) }
    let found = try find("needle", in: .outline(path: root + "/x.json"), by: reader)
    #expect(found.kind == .values && found.count == 3)
    #expect(found.whole == long.utf8.count + 53 && found.looked == found.whole)
    let keys = found.places.map { $0.visit.keys.map { String(decoding: $0, as: UTF8.self) } }
    #expect(keys == [["a", "1", "needle"], ["b", "c"], ["d"]])
    #expect(found.places.map(\.visit.selects) == [true, true, false])
  }

  @Test("a repeated request is answered; one past the limit of requests has to be repeated")
  func requests() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    // A deck has nothing below its pages.
    let reply = try daemon.ask(client.read(.find(.name("talk"), "x")))
    #expect(reply.code == .rejected)
  }
}
