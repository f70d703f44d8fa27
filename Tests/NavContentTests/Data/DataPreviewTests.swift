import NavBase
import Testing

@testable import NavContent

@Suite("Previews of a document's values")
struct OutlinePreviewTests {
  private func previews(_ document: DataDocument, at path: String = "") -> [String] {
    document.entries(at: path).map { String($0.remark.dropFirst()) }
  }

  @Test(
    "an array or object is shown as far as it fits",
    arguments: [
      (#"{"kind": "Deployment", "name": "web", "n": 2}"#, "{kind: Deployment, name: web, n: 2}"),
      (
        #"{"a b": true, "": null, "x": "true", "y": ""}"#,
        #"{a b: true, "": null, x: "true", y: ""}"#
      ),
      (#"["a, b", "c", -1.5e3, "7", "\u00e4\n"]"#, #"["a, b", c, -1.5e3, "7", "ä "]"#),
      (#"{"a": {"b": {"c": {"d": 1}}}, "e": []}"#, "{a: {b: {c: {…}}}, e: []}"),
      (#"[[1, [2, [3, "]"]]], 4]"#, "[[1, [2, […]]], 4]"),
      ("{}", ""), ("[ ]", ""), ("1", ""), (#""text""#, ""),
    ]
  )
  func json(value: String, preview: String) {
    #expect(previews(DataDocument("[\(value)]")) == [preview])
    #expect(previews(DataDocument("{\"k\": \(value)}")) == [preview])
  }

  @Test("long values are cut, with open brackets closed")
  func cut() throws {
    let long = "{" + (0..<40).map { "\"key\($0)\": \($0)" }.joined(separator: ", ") + "}"
    let preview = try #require(previews(DataDocument("[\(long)]")).first)
    #expect(preview.hasPrefix("{key0: 0, key1: 1, ") && preview.hasSuffix(", …}"))
    #expect(preview.count < DataPreview.characterLimit + 60)
    let text = String(repeating: "word ", count: 1_000)
    let cut = try #require(previews(DataDocument("[[{\"t\": \"\(text)\", \"u\": 1}]]")).first)
    #expect(cut == "[{t: word word word word word word w…, …}]", "\(cut)")
  }

  @Test("YAML is shown in the form of JSON, aliases as written")
  func yaml() {
    let text = """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, labels: {app: web}}
      spec:
        replicas: 3
        template: &t
          - "a: b"
          - |
            one
            two
        again: *t
        nothing:
      ---
      kind: Service
      """
    #expect(
      previews(DataDocument(text, .yaml)) == [
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, labels: {app: web}}, "
          + "spec: {replicas: 3, template: [\"a: b\", …]}}",
        "{kind: Service}",
      ]
    )
    #expect(
      previews(DataDocument(text, .yaml), at: "/0").last
        == "{replicas: 3, template: [\"a: b\", one two], again: *t, nothing: ~}"
    )
  }

  @Test("of a huge value only the beginning is read, and distant values cost little")
  func huge() {
    let blank = String(repeating: " ", count: 300_000)
    let values = (0..<20).map { "{\"id\": \($0),\(blank)\"rest\": []}" }.joined(separator: ",")
    let document = DataDocument("[\(values)]")
    #expect(previews(document).first == "{id: 0, …}" && previews(document).last == "{id: 19, …}")
  }

  @Test("of a long list the first values have previews")
  func limit() {
    var limits = DataLimits()
    limits.previews = 2
    let document = DataDocument("[[1], 2, [3], [4]]", .json, limits)
    #expect(previews(document) == ["[1]", "", "", ""])
  }

  @Test("for any bytes, a preview is short, and its brackets are balanced")
  func anyBytes() {
    let text = Array(#"{"a": [1, {"b": "c\"d\u0041"}], "e": null}"#.utf8)
    for end in text.indices {
      let preview = JSONPreview.text(of: text[..<end])
      for (open, close) in [("{", "}"), ("[", "]")] {
        #expect(preview.ranges(of: open).count == preview.ranges(of: close).count, "\(preview)")
      }
      for byte in [UInt8(0x22), 0x5C, 0x7D, 0x5D, 0x00, 0xFF] {
        var damaged = text
        damaged[end] = byte
        #expect(JSONPreview.text(of: damaged[...]).count < 200)
      }
    }
  }
}
