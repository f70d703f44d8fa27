import NavBase
import NavHost
import Testing

@Suite("The lines of the log (deploy/README.md: Formats)")
struct LogLineTests {
  private static let time: Int64 = 1_795_802_645_678

  private static func line(_ entry: LogEntry, _ format: LogFormat) -> String {
    String(decoding: LogLine(entry, as: format, at: time).bytes, as: UTF8.self)
  }

  private static let joined = LogEntry(
    "'ada' joins 'talk'",
    .info,
    .viewerJoined,
    [LogField(.process, 4_711), LogField(.viewer, "ada b"), LogField(.session, "talk")]
  )

  @Test("each form; fields are in their own order, whatever order they were given in")
  func forms() {
    #expect(Self.line(Self.joined, .text) == "navd: 'ada' joins 'talk'\n")
    #expect(
      Self.line(Self.joined, .logfmt)
        == "time=2026-11-27T18:04:05.678Z level=info event=viewer.joined msg=\"'ada' joins 'talk'\" session=talk "
        + "viewer=\"ada b\" process=4711\n"
    )
    #expect(
      Self.line(Self.joined, .json)
        == #"{"time":"2026-11-27T18:04:05.678Z","level":"info","event":"viewer.joined","#
        + #""msg":"'ada' joins 'talk'","session":"talk","viewer":"ada b","process":4711}"# + "\n"
    )
    let plain = LogEntry("stops", .error)
    #expect(Self.line(plain, .text) == "navd: stops\n")
    #expect(Self.line(plain, .logfmt) == "time=2026-11-27T18:04:05.678Z level=error msg=stops\n")
    #expect(
      Self.line(plain, .json)
        == #"{"time":"2026-11-27T18:04:05.678Z","level":"error","msg":"stops"}"# + "\n"
    )
  }

  @Test(
    "text that journald reads begins with its priority, and nothing else does",
    arguments: [(LogLevel.debug, 7), (.info, 6), (.warning, 4), (.error, 3)]
  )
  func priority(level: LogLevel, number: Int) {
    func line(_ format: LogFormat) -> String {
      let line = LogLine(LogEntry("x", level), as: format, at: Self.time, hasPriority: true)
      return String(decoding: line.bytes, as: UTF8.self)
    }
    #expect(line(.text) == "<\(number)>navd: x\n")
    #expect(line(.logfmt).hasPrefix("time=") && line(.json).hasPrefix("{"))
  }

  @Test(
    "values that are no plain words",
    arguments: [
      ("", #""""#, #""""#), ("a=b", #""a=b""#, #""a=b""#),
      (#"say "x""#, #""say \"x\"""#, #""say \"x\"""#),
      (#"C:\x"#, #""C:\\x""#, #""C:\\x""#),
      ("a\nlevel=error", #""a\nlevel=error""#, #""a\nlevel=error""#),
      ("\u{1B}[31m\u{7}", ##""\u001b[31m\u0007""##, ##""\u001b[31m\u0007""##),
      ("a\u{202E}b\u{2066}", ##""a\u202eb\u2066""##, ##""a\u202eb\u2066""##),
      (
        "\u{85}\u{2028}\u{200B}\u{FEFF}", ##""\u0085\u2028\u200b\ufeff""##,
        ##""\u0085\u2028\u200b\ufeff""##
      ),
      ("\t\r\u{0}", ##""\t\r\u0000""##, ##""\t\r\u0000""##),
      ("é\u{1F680}", "\"é\u{1F680}\"", "\"é\u{1F680}\""),
      ("plain-word_1.2:3/4", "plain-word_1.2:3/4", #""plain-word_1.2:3/4""#),
    ]
  )
  func quoting(value: String, logfmt: String, json: String) {
    let entry = LogEntry("x", .info, nil, [LogField(.viewer, value)])
    #expect(Self.line(entry, .logfmt).hasSuffix(" viewer=\(logfmt)\n"))
    #expect(Self.line(entry, .json).hasSuffix(",\"viewer\":\(json)}\n"))
  }

  @Test("bytes that are no UTF-8 become the replacement character, and stay one line")
  func invalid() {
    let name = String(decoding: [0x61, 0xFF, 0x0A, 0xC3], as: UTF8.self)
    let entry = LogEntry("'\(name)' joins", .info, nil, [LogField(.viewer, name)])
    #expect(Self.line(entry, .text) == "navd: 'a\u{FFFD} \u{FFFD}' joins\n")
    #expect(Self.line(entry, .logfmt).hasSuffix(" viewer=\"a\u{FFFD}\\n\u{FFFD}\"\n"))
    #expect(Self.line(entry, .json).hasSuffix(",\"viewer\":\"a\u{FFFD}\\n\u{FFFD}\"}\n"))
  }

  @Test("a line is never longer than its limit; one that was cut says so, and is whole otherwise")
  func limit() {
    for text in ["x", "\u{1}", "é", "\u{1F680}", "\""] {
      let long = String(repeating: text, count: 20_000)
      let entry = LogEntry(long, .info, .refused, LogField.Key.allCases.map { LogField($0, long) })
      for format in LogFormat.allCases {
        let bytes = LogLine(entry, as: format, at: Self.time, hasPriority: true).bytes
        #expect(bytes.count <= LogLine.limit && bytes.count > 2_000, "\(format) \(text)")
        #expect(bytes.count { $0 < 0x20 } == 1 && bytes.last == UInt8(ascii: "\n"))
        #expect(String(validating: bytes, as: UTF8.self) != nil)
      }
      #expect(Self.line(entry, .json).hasSuffix(",\"cut\":true}\n"))
      #expect(Self.line(entry, .logfmt).hasSuffix(" cut=true\n"))
      #expect(Self.line(entry, .text).hasSuffix("…\n"))
    }
    #expect(!Self.line(Self.joined, .json).contains("cut"))
  }

  @Test(
    "times",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (951_782_399_999, "2000-02-28T23:59:59.999Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"), (951_868_800_000, "2000-03-01T00:00:00.000Z"),
      (4_107_542_399_001, "2100-02-28T23:59:59.001Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
      (1_798_761_600_000, "2027-01-01T00:00:00.000Z"), (-1, "1970-01-01T00:00:00.000Z"),
      (Int64.max, "9999-12-31T23:59:59.999Z"),
    ] as [(Int64, String)]
  )
  func times(unixTime: Int64, text: String) {
    let line = LogLine(LogEntry("x"), as: .logfmt, at: unixTime)
    #expect(String(decoding: line.bytes, as: UTF8.self).hasPrefix("time=\(text) "))
  }

  @Test("levels are ordered")
  func levels() {
    #expect(LogLevel.allCases == LogLevel.allCases.sorted())
    #expect(LogLevel.debug < .info && .info < .warning && .warning < LogLevel.error)
  }
}
