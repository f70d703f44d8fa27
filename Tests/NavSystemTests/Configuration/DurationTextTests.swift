import Testing

@testable import NavSystem

@Suite("Durations in the configuration file")
struct DurationTextTests {
  @Test(
    "whole seconds, minutes and hours, up to a day",
    arguments: [
      ("0s", 0), ("0h", 0), ("1s", 1), ("90s", 90), ("007s", 7), ("10m", 600), ("2h", 7_200),
      ("24h", 86_400), ("1440m", 86_400), ("86400s", 86_400), ("25h", nil), ("1441m", nil),
      ("86401s", nil), ("9223372036854775807h", nil), ("9223372036854775808s", nil), ("", nil),
      ("s", nil), ("10", nil), ("-1s", nil), ("1.5m", nil), ("1 m", nil), ("1M", nil), ("1d", nil),
      ("500ms", nil), ("1m30s", nil), ("٣s", nil),
    ] as [(String, Int?)]
  )
  func parsing(text: String, seconds: Int?) {
    #expect(DurationText.duration(text) == seconds.map { .seconds($0) })
  }

  @Test(
    "written in the largest unit that divides it",
    arguments: [
      (0, "0s"), (1, "1s"), (59, "59s"), (60, "1m"), (90, "90s"), (3_600, "1h"), (5_400, "90m"),
      (86_400, "24h"),
    ]
  )
  func writing(seconds: Int, text: String) {
    #expect(DurationText.text(.seconds(seconds)) == text)
    #expect(DurationText.duration(text) == .seconds(seconds))
  }
}
