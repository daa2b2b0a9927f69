import Testing

@testable import MarblesScript

@Suite("Hints for pasted view models")
struct PastedHintTests {
  @Test("a wait that is longer than the rows is a warning with the frame to write")
  func aWaitThatIsLongerThanTheRowsIsAWarningWithTheFrameToWrite() {
    #expect(
      mistakes(
        """
        let s = PassthroughSubject<String, Never>()
        let a = s.debounce(for: .milliseconds(300), scheduler: RunLoop.main).sink { _ in }
        s: -a-b
        """)
          == """
          t:2:25: warning: .milliseconds(300) is 300 frames, longer than each row
           2 | let a = s.debounce(for: .milliseconds(300), scheduler: RunLoop.main).sink { _ in }
             |                         ^~~~~~~~~~~~~~~~~~ \
          write 'frame 100ms', so that each character of a row is longer

          """)
  }

  @Test("a number of seconds that is longer than the rows is a warning with a longer frame")
  func aNumberOfSecondsThatIsLongerThanTheRowsIsAWarningWithALongerFrame() {
    #expect(
      mistakes(
        """
        let s = PassthroughSubject<String, Never>()
        let a = s.debounce(for: 3, scheduler: RunLoop.main).sink { _ in }
        s: -a-b
        """)
          == """
          t:2:25: warning: 3s is 3000 frames, longer than each row
           2 | let a = s.debounce(for: 3, scheduler: RunLoop.main).sink { _ in }
             |                         ^ \
          write 'frame 1s', so that each character of a row is longer

          """)
  }

  @Test("a view model without rows is a warning with a row for its first subject")
  func aViewModelWithoutRowsIsAWarningWithARowForItsFirstSubject() {
    #expect(
      mistakes("class Model {\n  let query = PassthroughSubject<String, Never>()\n}")
        == """
        t:2:7: warning: nothing is sent: the script has no rows
         2 |   let query = PassthroughSubject<String, Never>()
           |       ^~~~~ write a row: 'query: -a-b'

        """)
  }

  @Test("an expectation of a stream without a subscriber reports that nothing subscribes")
  func anExpectationOfAStreamWithoutASubscriberReportsThatNothingSubscribes() {
    #expect(
      failures("let a = PassthroughSubject()\nlet b = a.map { $0 }\na: -1\nexpect b: -1")
        == ["nothing subscribes to 'b'; write 'let view = b.sink { _ in }'"])
  }

  @Test("a string that is compared with a number is reported with the conversion")
  func aStringThatIsComparedWithANumberIsReportedWithTheConversion() {
    #expect(
      mistakes("let a = Just(\"5\").map { $0 > 3 }.sink()")
        == """
        t:1:25: error: '>' cannot compare a string with an integer
         1 | let a = Just("5").map { $0 > 3 }.sink()
           |                         ^~~~~~ convert the string: Int(text) is a number, or nil

        """)
  }
}
