import NavWire

/// The keys of a session in JSON, the same for `ls`, `status` and `watch`.
struct SessionKeys: Encodable {
  private let name: String
  private let content: String
  private let viewers: Int
  private let page: Int
  private let pages: Int
  private let title: String
  private let top: String
  private let version: UInt64

  init(_ session: Reply.SessionInfo) {
    name = session.name
    content = session.content
    viewers = session.viewers
    page = session.page
    pages = session.pages
    title = session.title
    top = session.top
    version = session.version
  }
}
