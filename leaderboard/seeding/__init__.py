"""Made-up competition for trying out and for measuring: real deals, real lines, invented play.

`plan` says who sends what and when; `playing` sends it through the services, with the clock
moved; `bulk` writes the rows that this would leave, for the databases of benches alone.
"""
