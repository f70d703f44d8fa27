import CQRencode
import Glibc
import NavBase
import NavSystem
import NavViewer
package import NavWire

/// The output of `navclient invite`.
package enum InvitationListing {
  /// Returns what an invitation allows and how it is used, for whoever has made it.
  ///
  /// - Parameters:
  ///   - link: the string.
  ///   - info: the invitation.
  ///   - unixTime: the time, in milliseconds since 1970.
  /// - Returns: lines of text.
  package static func explanation(
    _ link: InvitationLink,
    _ info: Reply.InvitationInfo,
    at unixTime: Int64
  ) -> String {
    let may =
      switch info.role {
      case .viewer: "watches"
      case .driver: "may drive"
      case .presenter, .owner: "presents"
      }
    let people =
      info.uses == 1 ? "The first who uses it" : "Each of the first \(info.uses) who use it"
    let session = sanitized(info.session)
    return """
      \(people) \(may) session \(session), until \(endInWords(info, at: unixTime)). Elsewhere:

        navclient join '\(link)'

      Take it back with `navclient invite -s \(session) --revoke \(info.id)`.
      """
  }

  /// Returns the line that says that an invitation ends sooner than was asked for, as one does that was made by somebody
  /// who is invited; nil if it does not.
  ///
  /// - Parameters:
  ///   - info: the invitation.
  ///   - asked: the time for which it should be good.
  ///   - unixTime: the time, in milliseconds since 1970.
  /// - Returns: the line.
  package static func shortening(
    _ info: Reply.InvitationInfo,
    asked: Duration,
    at unixTime: Int64
  ) -> String? {
    let left = Duration.milliseconds(info.expires - unixTime)
    guard left + tolerance < asked else { return nil }
    return "good until \(endInWords(info, at: unixTime)), as your own, and not for \(asked.inWords)"
  }

  /// The difference by which clocks may be apart.
  private static let tolerance = Duration.seconds(60)

  /// Returns a table with a heading; a sentence if there are none.
  package static func table(_ invitations: [Reply.InvitationInfo], at unixTime: Int64) -> String {
    guard !invitations.isEmpty else { return "nobody is invited" }
    return ColumnTable.lines(
      [["INVITATION", "NAME", "ROLE", "USED", "UNTIL"]]
        + invitations.map { info in
          [
            info.id.description, info.name?.description ?? "", info.role.rawValue,
            "\(info.used) of \(info.uses)",
            info.isRevoked ? "revoked" : endInWords(info, at: unixTime),
          ]
        }
    )
  }

  /// The time, in milliseconds since 1970.
  package static var now: Int64 { millisecondsSince1970() }

  /// Half a minute, added before a duration is rounded down to its unit: a new invitation of 8 hours, some milliseconds
  /// of which have passed, is shown with 8 hours and not with 7.
  private static let roundingTime = Duration.seconds(30)

  private static func endInWords(_ info: Reply.InvitationInfo, at unixTime: Int64) -> String {
    let left = Duration.milliseconds(info.expires - unixTime)
    guard left > .zero else { return "expired" }
    return (calendarTime(info.expires).map { "\($0), " } ?? "")
      + "in \((left + roundingTime).inWords)"
  }

  /// Returns the local time of a moment as `2026-11-27 18:05`; nil outside of the calendar.
  private static func calendarTime(_ unixTime: Int64) -> String? {
    var seconds = time_t(unixTime / 1_000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return nil }
    var text = [CChar](repeating: 0, count: 64)
    let length = strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
    return length > 0 ? String(decoding: text[..<length].map(UInt8.init), as: UTF8.self) : nil
  }

  /// Returns a JSON array of objects with stable keys; `[]` if there are none.
  ///
  /// The keys: `id`; `session`; `role`, `viewer`, `driver` or `presenter`; `name`, null without one; `uses` and `used`,
  /// how many keys may use it and how many have; `expires_ms`, in milliseconds since 1970; `revoked`.
  package static func json(_ invitations: [Reply.InvitationInfo]) throws -> String {
    try JSONText.encode(invitations.map(Entry.init))
  }

  private struct Entry: Encodable {
    let id: String
    let session: String
    let role: String
    @OrNull var name: String?
    let uses: Int
    let used: Int
    let expires: Int64
    let revoked: Bool

    enum CodingKeys: String, CodingKey {
      case id, session, role, name, uses, used
      case expires = "expires_ms"
      case revoked
    }

    init(_ info: Reply.InvitationInfo) {
      id = info.id.description
      session = info.session
      role = info.role.rawValue
      name = info.name?.description
      uses = info.uses
      used = info.used
      expires = info.expires
      revoked = info.isRevoked
    }
  }
}

/// A text as a QR code for a terminal: two rows of the code in a line, by half blocks.
package enum QRCode {
  /// The light frame that readers need, in modules.
  private static let margin = 4

  /// Returns the lines of a code.
  ///
  /// Light modules are drawn with the colours of a light page, so that the code can be read on any background.
  ///
  /// - Parameter text: at most a few hundred bytes.
  /// - Returns: the lines, all of the same width; nil for a text that no code can hold.
  package static func lines(_ text: String) -> [String]? {
    guard
      let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1)
    else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    func isDark(_ row: Int, _ column: Int) -> Bool {
      guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
      return code.pointee.data[row * width + column] & 1 == 1
    }
    let range = -margin..<width + margin
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let blocks = range.map { column in
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (false, false): " "
        case (true, false): "\u{2580}"
        case (false, true): "\u{2584}"
        case (true, true): "\u{2588}"
        }
      }
      // Black on white, whatever the colours of the terminal are.
      return "\u{1B}[38;5;16;48;5;231m" + blocks.joined() + "\u{1B}[0m"
    }
  }
}
