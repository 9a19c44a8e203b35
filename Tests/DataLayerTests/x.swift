import DataLayer
