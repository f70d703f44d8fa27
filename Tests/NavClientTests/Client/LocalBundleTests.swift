import Foundation
import NavBase
import NavTestKit
import NavViewer
import NavWire
import Testing

@testable import NavClient

@Suite("The files that are sent to another machine")
struct LocalBundleTests {
  @Test("one that has become a link out of the content's directory is not read")
  func links() throws {
    let place = try makeTemporaryDirectory("bundle")
    defer { try? FileManager.default.removeItem(atPath: place) }
    let (talk, secret) = ("\(place)/talk/talk.md", "\(place)/secret")
    try FileManager.default.createDirectory(
      atPath: "\(place)/talk",
      withIntermediateDirectories: true
    )
    for path in [talk, secret] { try Data("# One".utf8).write(to: URL(fileURLWithPath: path)) }
    let files = try ContentFiles(of: .deck(path: talk), paths: [talk])
    let bundle = try LocalBundle(files)
    let file = try #require(bundle.manifest.files.first)
    #expect(file.path == "talk/talk.md")
    #expect(try bundle.pieces(after: [file.hash: 0]).map(\.bytes) == [Array("# One".utf8)])
    try FileManager.default.removeItem(atPath: talk)
    try FileManager.default.createSymbolicLink(atPath: talk, withDestinationPath: "../secret")
    for read in [{ _ = try bundle.pieces(after: [file.hash: 0]) }, { _ = try LocalBundle(files) }] {
      let error = #expect(throws: ClientExit.self) { try read() }
      #expect(error?.code == .noInput)
    }
  }
}
