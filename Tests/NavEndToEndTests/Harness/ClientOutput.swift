import Foundation
import Testing

/// The output of `navclient ls --json`.
struct Listing {
  struct Session: Codable, Equatable {
    var name: String
    var content: String
    var viewers: Int
    var page: Int
    var pages: Int
    var version: Int
    var title: String
    var top: String
  }

  let sessions: [Session]

  /// Rejects missing and unknown keys; how long a session has been unseen is no property of its own.
  init(_ json: String) throws {
    let data = Data(json.utf8)
    let objects = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    let keys: Set = [
      "name", "content", "viewers", "page", "pages", "title", "top", "version", "unseen_ms",
    ]
    for object in objects { try #require(Set(object.keys) == keys, "\(json)") }
    sessions = try JSONDecoder().decode([Session].self, from: data)
  }
}

/// The output of `navclient doctor --json`.
struct DoctorOutput: Decodable {
  struct Entry: Decodable {
    let topic: String
    let name: String
    let value: String
    let origin: String?
    let advice: String?
    let outcome: String?
    let milliseconds: Int?
  }

  let ok: Bool
  let entries: [Entry]

  init(_ json: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
  }

  func value(_ name: String) -> String? { entries.first { $0.name == name }?.value }

  /// The steps of the connection.
  var steps: [Entry] { entries.filter { $0.outcome != nil } }

  /// The step that has failed.
  var failure: Entry? { steps.first { $0.outcome == "failed" } }
}
