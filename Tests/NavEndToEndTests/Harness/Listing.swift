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

  /// Rejects missing and unknown keys.
  init(_ json: String) throws {
    let data = Data(json.utf8)
    let objects = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    let keys: Set = ["name", "content", "viewers", "page", "pages", "title", "top", "version"]
    for object in objects { try #require(Set(object.keys) == keys, "\(json)") }
    sessions = try JSONDecoder().decode([Session].self, from: data)
  }
}
