import Testing

@testable import MarblesScript

@Suite("Mistakes in tokens and operators") struct TokenMistakeTests {
  @Test("strings: escapes, interpolations, several lines")
  func strings() {
    let escapes = #"there are \n \t \r \0 \\ \" \' \u{…} \(…)"#
    expectMistakes(
      #"""
      let a = "\q \u{110000} \u12 \u{} \é"
               ^~ there is no escape '\q' | \#(escapes)
                  ^~~~~~~~~~ '\u{110000}' names no character
                             ^~ '\u' names no character
                                  ^~~~ '\u{}' names no character
                                       ^~ there is no escape '\é' | \#(escapes)
      let b = "\(c d) \() \(1 +)"
                   ^ expected ')', found 'd'
                        ^ expected an expression, found the end
                               ^ expected an expression, found the end
      let e = """
              ^~~ a string of several lines is not part of the language | write '\n' for a line break
        f
        """
      let g = ,
              ^ expected an expression, found ','
      """#)
  }

  @Test("numbers that are none, too large, or of no unit")
  func numbers() {
    expectMistakes(
      """
      let a = 9223372036854775808
              ^~~~~~~~~~~~~~~~~~~ 9223372036854775808 does not fit into 64 bits
      let b = -9_223_372_036_854_775_809
              ^~~~~~~~~~~~~~~~~~~~~~~~~~ -9_223_372_036_854_775_809 does not fit into 64 bits
      let c = 0xFFFFFFFFFFFFFFFFF + 1e999
              ^~~~~~~~~~~~~~~~~~~ 0xFFFFFFFFFFFFFFFFF does not fit into 64 bits
                                    ^~~~~ 1e999 is too large for a number
      let d = 10min + 3h + 12a3 + 0xZ + 0b2
              ^~~~~ there is no unit 'min' | durations end in ms, s or m
                      ^~ there is no unit 'h' | durations end in ms, s or m
                           ^~~~ '12a3' is not a number
                                  ^~~ '0xZ' is not a number
                                        ^~~ '0b2' is not a number
      frame 0.0000001ms
            ^~~~~~~~~~~ 0.0000001ms is not a whole number of nanoseconds
      until 999999999999m
            ^~~~~~~~~~~~~ 999999999999m is too long
      until 99999999999999999999s
            ^~~~~~~~~~~~~~~~~~~~~ 99999999999999999999s is too long
      let e = $99999999999999999999
              ^~~~~~~~~~~~~~~~~~~~~ 99999999999999999999 does not fit into 64 bits
      """)
  }

  @Test("operators that there are not, and comparisons in a chain")
  func operators() {
    expectMistakes(
      """
      let a = b & c
                ^ there is no operator '&' | did you mean '&&'?
      let d = e ^ f
                ^ there is no operator '^'
      let g = h < i < j < k
                    ^ comparisons cannot be chained | join two comparisons with '&&'
      let l = m == n == o
                     ^~ comparisons cannot be chained | join two comparisons with '&&'
      let p = q ? r
                   ^ expected ':' and the other value, found the end of the line
      let s = t.
                ^ expected a name behind '.', found the end of the line
      let u = \\
               ^ expected '.' and a property, found the end of the line
      expect v = 3
               ^ expected '==', found '='
      w + 1 = 3
      ^~~~~ this cannot be assigned to
      """)
  }

  @Test("characters that have no place in a script")
  func characters() {
    expectMistakes(
      """
      let a = “b”
              ^ '“' is a typographic character | write a straight quote
                ^ '”' is a typographic character | write a straight quote
      let c =\u{A0}1
             ^ '\u{A0}' is a typographic character | write a plain one
      let d = e # f
                ^ unexpected character '#'
      let g = \u{7}
              ^ the control character U+0007 has no place in a script
      let h = "\u{1B}[2J"
               ^ the control character U+001B has no place in a script
      i: --\u{1}-
           ^ the control character U+0001 has no place in a script
      let j = 1 /* never
                ^~ this comment is never closed | close it with '*/'
      """)
  }
}
